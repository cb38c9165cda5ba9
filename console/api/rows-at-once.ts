/** How many rows of a list are asked for at once. */
export const rowsAtOnce = 100;
