/** Why there was no answer. */
export const failures = [
  "address_refused",
  "name_not_found",
  "connection_refused",
  "connection_failed",
  "certificate_invalid",
  "timeout",
  "answer_invalid",
] as const;
export type Failure = (typeof failures)[number];

export class OutgoingFailure extends Error {
  override name = "OutgoingFailure";

  constructor(
    readonly failure: Failure,
    message: string,
  ) {
    super(message);
  }
}

const codes: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: "connection_refused",
  ETIMEDOUT: "timeout",
};

export function toOutgoingFailure(error: unknown): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error;
  const { code = "", message = String(error) } = error as { code?: string; message?: string };
  return new OutgoingFailure(codes[code] ?? guessed(code, message), message.slice(0, 200));
}

function guessed(code: string, message: string): Failure {
  if (code.startsWith("DNS_")) return "name_not_found";
  if (/CERT|SELF_SIGNED|ALTNAME|ISSUER|VERIFY|TLS|SSL/i.test(`${code} ${message}`)) return "certificate_invalid";
  return /^HPE_|pars|malformed|invalid/i.test(`${code} ${message}`) ? "answer_invalid" : "connection_failed";
}
