// Written by `make types` from hexfire.assist.nations.

/** Who may buy a force (H1.1), by the groups of the list. */
export const BUYERS = {
  "major": [
    "German",
    "Soviet",
    "U.S.",
    "British",
    "French",
    "Italian",
    "Japanese",
    "Finnish"
  ],
  "commonwealth": [
    "U.S.M.C.",
    "Commonwealth",
    "Canadian",
    "ANZAC",
    "Indian",
    "South African"
  ],
  "others": [
    "British-sponsored",
    "Free French",
    "Vichy French",
    "G.M.D.",
    "Red Chinese",
    "Partisan"
  ],
  "axis_minor": [
    "Axis Minor",
    "Romanian",
    "Hungarian",
    "Bulgarian",
    "Slovakian",
    "Croatian"
  ],
  "allied_minor": [
    "Allied Minor",
    "Polish",
    "Belgian",
    "Dutch",
    "Norwegian",
    "Danish",
    "Greek",
    "Yugoslavian"
  ]
} as const;

/** Whose artillery the tables know (C1.21). */
export const GUNNERS = [
  "german",
  "russian",
  "american",
  "british",
  "french",
  "italian",
  "finnish",
  "swedish",
  "axis_minor",
  "allied_minor",
  "japanese",
  "chinese_gmd",
  "thai",
  "indonesian"
] as const;
