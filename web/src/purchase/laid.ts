// Boards as a battle names them, some of which come as files.

/** `41 43r` with a board's file in the place of its number: `up-… 43r`. */
export const laid = (boards: string, number: string, file: string): string =>
  boards
    .split(" ")
    .map((word) => (word.replace(/r$/, "") === number ? word.replace(number, file) : word))
    .join(" ");
