/** The cells that a spreadsheet sees in a CSV, if it expects this separator. Quotes are quotes where a cell begins, and nowhere else. */
export function seenWith(separator: string, csv: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isBeginning = true;
  let isQuoted = false;
  for (let at = 0; at < csv.length; at += 1) {
    const sign = csv[at] as string;
    if (isQuoted && sign === '"') {
      if (csv[at + 1] === '"') at += 1;
      else isQuoted = false;
      if (isQuoted) cell += sign;
    } else if (!isQuoted && isBeginning && sign === '"') isQuoted = true;
    else if (!isQuoted && (sign === separator || sign === "\r" || sign === "\n")) {
      cells.push(cell);
      cell = "";
      isBeginning = true;
      continue;
    } else cell += sign;
    isBeginning = false;
  }
  return [...cells, cell];
}

/** Every text of these signs, up to a length. */
export function everyText(signs: readonly string[], length: number): string[] {
  if (length === 0) return [""];
  const shorter = everyText(signs, length - 1);
  const longest = shorter.filter((text) => text.length === length - 1);
  return [...shorter, ...longest.flatMap((text) => signs.map((sign) => text + sign))];
}
