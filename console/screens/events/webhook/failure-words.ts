const words: Readonly<Record<string, string>> = {
  address_refused: "Not sent: the address is not allowed",
  name_not_found: "Its name has no address",
  connection_refused: "Nobody listens there",
  connection_failed: "The connection broke",
  certificate_invalid: "Its certificate is not valid",
  timeout: "No answer in time",
  answer_invalid: "Its answer can't be read",
  http_status: "An answer that is no success",
  event_erased: "Not sent: it was about somebody who is erased",
};

/** Why a delivery failed. A reason of a newer service is shown by its name. */
export function failureInWords(error: string): string {
  return words[error] ?? error.replaceAll("_", " ");
}
