// Browsers give no web worker to a page from the file system, and the search of the site wants one.
// This class runs the worker's script in a hidden frame instead. It has the part of `Worker` that
// the search uses: `onmessage`, `postMessage` and `terminate`.
if (location.protocol === "file:") {
  window.Worker = class {
    onmessage = null;
    #frame = document.createElement("iframe");
    #loaded;

    constructor(address) {
      const script = new URL(address, document.baseURI).href;
      this.#frame.hidden = true;
      this.#frame.srcdoc = "<!doctype html>";
      this.#loaded = new Promise((resolve) => {
        this.#frame.addEventListener("load", () => this.#start(script, resolve), { once: true });
      });
      document.body.append(this.#frame);
    }

    #start(address, resolve) {
      const inside = this.#frame.contentWindow;
      inside.postMessage = (data) => this.#deliver(data, () => this.onmessage);
      const script = inside.document.createElement("script");
      script.src = address;
      script.addEventListener("load", resolve);
      inside.document.body.append(script);
    }

    postMessage(data) {
      this.#loaded.then(() => this.#deliver(data, () => this.#frame.contentWindow?.onmessage));
    }

    // As with a real worker, a message is a copy, and arrives after the sender has gone on.
    #deliver(data, receiver) {
      const copy = structuredClone(data);
      setTimeout(() => receiver()?.({ data: copy }));
    }

    terminate() {
      this.#frame.remove();
    }
  };
}
