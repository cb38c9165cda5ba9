/** A PDF of one page: `content` draws it, with forms (`/F0 Do`, …) that draw other ones. */
export function pdf(content: string, { size = [595, 842], forms = [] as string[] } = {}): Uint8Array<ArrayBuffer> {
  const resources = `<</XObject<<${forms.map((_, index) => `/F${index} ${index + 5} 0 R`).join("")}>>>>`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.join(" ")}]/Contents 4 0 R/Resources${resources}>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ...forms.map(
      (form) =>
        `<</Type/XObject/Subtype/Form/BBox[0 0 ${size.join(" ")}]/Resources${resources}/Length ${form.length}>>stream\n${form}\nendstream`,
    ),
  ];
  let text = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, "latin1"));
}

/** The upper half red. */
export const redHalf = "1 0 0 rg 0 421 595 421 re f";
