/** The sheets of a PDF by their sizes, in points. Chromium writes these parts as plain text. */
export function pagesInPdf(pdf: Buffer): { width: number; height: number }[] {
  const objects = pdf.toString("latin1").split(/\bendobj\b/);
  return objects
    .filter((object) => /\/Type\s*\/Page\b/.test(object))
    .map((object) => {
      const [, left, bottom, right, top] = /\/MediaBox\s*\[\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+?)\s*\]/.exec(object) ?? [];
      return { width: Number(right) - Number(left), height: Number(top) - Number(bottom) };
    });
}
