import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Certificate {
  name: string;
  key: string;
  cert: string;
}

/** A certificate for a name that is its own authority, made with the machine's openssl. */
export function createCertificate(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "foyer-tls-"));
  try {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
    const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", cert, ...subject];
    const { status, stderr } = spawnSync("openssl", args);
    if (status !== 0) throw new Error(`openssl failed: ${stderr}`);
    return { name, key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
