"""Work outside the event loop: QR codes in a thread, records in another process.

Reading a long record would hold the interpreter's lock for a noticeable time.
"""
