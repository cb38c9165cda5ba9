import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../tests/support/database/postgres";
import type { Target } from "../load/generate";

/** Serves one compressed file at every path; undefined where nginx is not installed. */
export async function startNginx(
  folder: string,
  file: string,
  encoding: string,
): Promise<(Target & AsyncDisposable) | undefined> {
  const program = Bun.which("nginx");
  if (!program) return undefined;
  const port = await freePort();
  const config = join(folder, "nginx.conf");
  mkdirSync(join(folder, "nginx"), { recursive: true });
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${folder}/nginx/pid; error_log stderr crit;
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; open_file_cache max=10; keepalive_requests 100000000;
      client_body_temp_path ${folder}/nginx; proxy_temp_path ${folder}/nginx; fastcgi_temp_path ${folder}/nginx;
      uwsgi_temp_path ${folder}/nginx; scgi_temp_path ${folder}/nginx;
      server { listen 127.0.0.1:${port}; root /; default_type text/html; add_header content-encoding ${encoding};
        location / { try_files ${file} =404; } }
    }`,
  );
  const child = Bun.spawn([program, "-c", config, "-p", folder], { stdout: "ignore", stderr: "inherit" });
  const origin = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(origin).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error("nginx did not start");
    await Bun.sleep(10);
  }
  return {
    origin,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}
