const maxLength = 60;
const minDigits = 3;
const number = /^([+(\d][\d\s().\-‐‑–/]*)(?:(?:ext\.?|extension|x|#)\s*(\d{1,8}))?$/i;

/** The address of a telephone number, as in `+1 415 555 0123 ext. 12`; undefined for other words. */
export function telephone(written: string): string | undefined {
  const [, main, extension] = (written.length <= maxLength && number.exec(written.trim())) || [];
  // The zero of `+49 (0) 30` is dialled within the country only.
  const digits = main?.replace(/^(\+[\d\s]*)\(0\)/, "$1").replace(/(?!^)\+|[^+\d]/g, "");
  if (digits === undefined || digits.length < minDigits) return undefined;
  return `tel:${digits}${extension === undefined ? "" : `;ext=${extension}`}`;
}
