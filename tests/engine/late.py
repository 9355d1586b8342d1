"""Late positions, drawn by chance: a middle game, with all but a few unseen cards taken away.

Taken were those in which the cells differ in worth, chance has a say, and no side can decide
between cells that are worth the same to it who of the others wins.
"""

LATE = (
    (
        "2p german-2018 2 - 1 0:0 -:- "
        "e3:O2,f3:O2R3,g3:G1,h3:B4G6,e4:B3,f4:G7,g4:R8,h4:G8,c5:B2,d5:G4,e5:B6O8,f5:O9,"
        "g5:O7G9,h5:O6,c6:B2R5,d6:B4,e6:O5R8,f6:G1O3,g6:R7O8R9,h6:G7,c7:B8,e7:B9,f7:R5,c8:B7,"
        "e8:B6R7,f8:R1"
        " 2 -:G4 3:1 R69O4:- 0:0 -:- -"
    ),
    (
        "2p german-2018 2 - 1 0:0 -:- "
        "d4:R2,e4:G2R7,f4:G1,g4:G4,h4:G3,d5:R4,e5:R5,f5:O6O7O8R9,g5:G8,h5:G6,d6:B5,e6:B8,"
        "f6:R6B9,g6:O9,d7:G7G9,e7:B6,f7:O3R8,h7:O4,d8:B5,e8:O4,f8:B3,g8:O3,e9:G5"
        " 1 R1:- 1:3 -:B1G24 0:0 -:- -"
    ),
    (
        "2p german-2018 1 - 1 0:0 -:- "
        "d3:O4,e3:O2,f3:G1R2,g3:O1B8,c4:O8,e4:R1O2B9,f4:R3,g4:R6,h4:R2,c5:G9,d5:B2O3G8,e5:O9,"
        "f5:B3,g5:O7,h5:O6,c6:O5B8,d6:B4,e6:B6,f6:R7,g6:O4,h6:B2,d7:B3,e7:B1G2G4,f7:G7B9,"
        "g7:O5,h7:O6,c8:O3,d8:G3G6,e8:G7,f8:R7G9"
        " 1 R4:- 1:3 -:B7G15 0:0 -:- -"
    ),
    (
        "2p english-2018 1 - 1 0:0 -:- "
        "c5:B4R5,d5:R7,e5:G6,g5:R8,c6:B1O8,d6:B5,e6:B1G9,f6:R4O5B9,b7:R6,e7:O1B6,f7:O2G5,"
        "g7:O8,b8:G3,f8:O6,g8:G1G2,e9:R9"
        " 1 R3:- 1:3 -:G478 0:0 -:- -"
    ),
    (
        "2p nordic-2019 1 - 1 0:0 -:- "
        "d4:G2,e4:G9,f4:G8,d5:G3R8,e5:G1,f5:G7,a6:B2,c6:R3,d6:G2,e6:R4,f6:G4,a7:O4,c7:O3,"
        "d7:O5R7,e7:O3,f7:B4,a8:B4,b8:O5,c8:R8,d8:O6,e8:O8,a9:B9,b9:B8,c9:B1O4O8,d9:G6,e9:O1"
        " 2 -:G5 3:1 R22O7:- 0:0 -:- -"
    ),
    (
        "2p english-2018 1 open_cards 1 0:0 -:- "
        "h2:B4,g3:O4,h3:G2O7,i3:O2,e4:B3,f4:B2R5,h4:O1,d5:B3,e5:R5B9,f5:G7,g5:O6G9,h5:G4,"
        "d6:R7,e6:R3B6,f6:R1G3R7,g6:B2G8,d7:R8,e7:R8,f7:G8,g7:O7,h7:R2G5"
        " 1 O5:G4 1:1 -:- 0:0 -:- -"
    ),
    (
        "3p german-2018 1 - 1 0:0:0 -:-:- "
        "d3:O9,e3:O5G7,f3:O4,g3:B3R5,h3:B9,i3:R4,d4:B8,e4:R9,f4:G6R8,g4:O4B9,h4:R9,i4:O2R3B7,"
        "d5:B2O9,e5:B4,f5:O8,g5:B6G9,h5:R7O8,i5:R6,d6:G9,e6:R2G6,f6:G8,g6:B7,h6:R2,i6:B2,"
        "d7:G1,e7:B1G8,f7:O1,g7:B5,h7:O2B5,i7:G5O7,d8:G1G2,e8:R6,f8:O6,h8:R5"
        " 2 -:O6:- 2:1:2 R7:-:B3 1:0:1 -:-:- G234"
    ),
    (
        "3p german-2018 2 - 1 0:0:0 -:-:- "
        "e4:B8,g4:B1G8,h4:G3O7,i4:B2,j4:R5,e5:B1O5,f5:R9,g5:G9,h5:G7,i5:G4R6,e6:O7B8,f6:O9,"
        "g6:O3B4G9,h6:G1B3,i6:G2R4,j6:R1B7,e7:O1,f7:O2G8,g7:B5,h7:B9,i7:R6O8,j7:R3,e8:O2,"
        "f8:B6O8R9,g8:B6O9,h8:R8,i8:R2,j8:B9,e9:G1B4,f9:O4B5,g9:O4O6,h9:R4O5,i9:R5,j9:R2R7"
        " 2 -:O6:- 2:1:1 R7:-:B3 1:0:0 -:-:- G26"
    ),
    (
        "3p german-2018 2 - 1 0:0:0 -:-:- "
        "c3:B1,d3:O8,e3:G1O3B6,f3:O8,g3:B3G5,h3:O1B2,c4:R6,d4:O1G3,e4:B4,f4:G4,g4:G8,h4:G5,"
        "d5:O9,e5:B5,f5:B7,g5:G9,h5:B3O6,d6:R4O6G7,e6:R9,f6:O9,g6:R6B9,h6:O4R8,d7:R3,e7:O2R5,"
        "f7:O7B9,g7:B7R9,h7:B2R8,e8:R1B5G9,f8:O4R5,g8:R2,h8:R2"
        " 2 -:G6:- 1:1:3 R3:-:B48 0:1:1 -:-:- G28"
    ),
    (
        "3p english-2018 1 - 1 0:0:0 -:-:- "
        "d3:G4,e3:R1,f3:G2,c4:G3,d4:G1,e4:R6,f4:G9,g4:B9,c5:R7,e5:B3,f5:G8,g5:R3O4R9,d6:O3,"
        "e6:B5,f6:R2O4O6,c7:B2,d7:R7,e7:B4O8,f7:B5R8,g7:B6,h7:G3,e8:O8,f8:G6,g8:B4"
        " 1 G5:-:- 1:2:0 -:O2:- 1:1:0 -:-:- G48"
    ),
    (
        "3p german-2018 1 open_cards 1 0:0:0 -:-:- "
        "e4:R5,f4:R3O5,g4:R1G3,h4:R8,i4:B2,d5:G2,e5:R1,f5:R2B4G9,g5:B3R9,h5:R5,i5:R7,"
        "e6:G5O6G7,f6:O2B8O9,g6:R2B5G6,h6:R3,d7:G8,e7:G8B9,f7:G4B7,g7:B1O3B5,h7:O9,i7:B2G6,"
        "d8:G2O4,e8:G7,f8:O4,g8:B4G9,h8:O8,i8:R6,d9:O2O3B8,e9:O7,f9:O1,g9:B7,h9:R6B9,i9:R4"
        " 2 R9:O6:B3 1:1:1 -:-:- 0:0:0 -:-:- -"
    ),
    (
        "4p nordic-2019 2 - 1 0:0:0:0 -:-:-:- "
        "e4:G1R7,f4:G4,g4:O6O8,i4:G9,j4:G8,e5:O1,f5:G8,g5:O5,h5:O2B3,j5:R1R3B4B7,e6:B8O9,"
        "f6:R9,g6:O5G6O7B8,h6:O1B9,i6:O6,j6:G7,e7:G5,g7:B4R8,h7:B6R9,i7:B1R2O4,j7:G3G7,g8:B7,"
        "h8:R4G9,i8:R6R7,e9:O3,f9:G2,h9:B2R5,i9:R4,j9:B5"
        " 1 R3:-:-:- 1:1:2:0 -:O2:B15:- 0:0:0:0 -:-:-:- -"
    ),
    (
        "4p german-2018 1 - 1 0:0:0:0 -:-:-:- "
        "f4:O5,g4:G1R5B8,i4:O1,f5:R6,g5:B6G7R8,h5:B2,i5:B9,d6:G7,e6:R3,f6:R1G4,g6:R8,h6:O9,"
        "i6:G8,g7:O7,h7:O7,g8:G2,h8:B4,g9:O9,i9:B3"
        " 1 R5:-:-:- 1:2:0:0 -:O38:-:- 0:0:0:0 -:-:-:- -"
    ),
    (
        "4p english-2018 2 - 1 0:0:0:0 -:-:-:- "
        "g2:O9,h2:R9,i2:G1,f3:O1B8,g3:O1,i3:O3,d4:G1B3,e4:G2B5G7,f4:G9,g4:B1,h4:G4O8,e5:R4O5,"
        "f5:R7,g5:R3,d6:G3,e6:R2B9,f6:G4,g6:B7R8,d7:R4,e7:B9,f7:O2R5"
        " 2 -:O6:-:- 0:1:2:0 -:-:B28:- 0:0:0:0 -:-:-:- -"
    ),
    (
        "teams english-2018 1 - 1 0:0 -:- "
        "e3:O9,f3:O2,g3:O1,h3:R6,i3:R2O5,d4:R3G6,f4:O6G7,g4:O3,h4:R5,i4:R1,d5:R6,e5:O1,f5:G4,"
        "g5:O7,h5:R1G5R7G9,d6:B1R4B5,e6:B3,f6:B7,g6:R7,h6:B5G7,i6:B6,d7:R9,e7:G8B9,f7:G6,"
        "h7:G3,i7:O8,d8:B3,e8:R5,f8:G2B8,g8:B6,h8:B2"
        " 2 -:B4:-:- 0:1:2:1 R3O8:G4 0:0:0:0 -:-:-:- -"
    ),
    (
        "teams german-2018 2 - 1 0:0 -:- "
        "f4:B5O6,g4:B2,e5:O3G4O8,f5:O6,g5:B8,c6:O8,d6:O1,e6:R3B8,f6:R6G7,g6:G1B9,h6:G4,c7:O7,"
        "d7:O4,e7:B6,f7:R6,g7:R1G5,d8:O9,e8:B7,f8:R7G8,g8:R5,c9:B4,d9:G2"
        " 3 -:-:R3:- 1:0:1:2 R1:B5G2 0:0:0:0 -:-:-:- -"
    ),
    (
        "teams german-2018 2 - 1 0:0 -:- "
        "d3:B1,e3:O1,f3:O1,g3:O3,c4:B6,d4:G3B4,e4:B6,f4:O2G9,g4:R3O6,h4:O8,c5:B8,d5:B7,e5:G8,"
        "f5:B7R9,g5:O4,h5:R6O8,c6:B3B9,d6:G1R4,e6:B8R9,f6:O9,g6:R8,h6:R5G7,c7:G6,d7:G1O4,"
        "e7:G8,f7:R6B9,g7:R4G7,h7:R3G4,c8:O9,d8:O5,e8:B4,f8:R2G3,g8:R1,h8:G4"
        " 3 -:-:R8:- 1:1:1:1 R2:B2G2 0:0:0:0 -:-:-:- -"
    ),
)
