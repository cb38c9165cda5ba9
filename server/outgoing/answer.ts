import type { ClientRequest, IncomingMessage } from "node:http";
import { OutgoingFailure } from "./outgoing-failure";

const maxAnswerBytes = 65_536;
/** Answers such as `103 Early Hints`, which may come before the final one without end. */
const maxInterimAnswers = 10;

export interface OutgoingAnswer {
  status: number;
  header(name: string): string | undefined;
  /** The first 64 KB; what comes after is not waited for. */
  text: string;
}

export function answerTo(request: ClientRequest): Promise<OutgoingAnswer> {
  return new Promise((resolve, reject) => {
    let interimAnswers = 0;
    request.on("error", reject);
    request.on("information", () => {
      interimAnswers += 1;
      if (interimAnswers > maxInterimAnswers)
        reject(new OutgoingFailure("answer_invalid", "Too many answers before the final one"));
    });
    request.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new OutgoingFailure("answer_invalid", "The answer leaves HTTP"));
    });
    request.on("response", (response) => readAnswer(response).then(resolve, reject));
  });
}

function readAnswer(response: IncomingMessage): Promise<OutgoingAnswer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const done = () =>
      resolve({
        status: response.statusCode ?? 0,
        header: (name) => [response.headers[name]].flat()[0],
        text: Buffer.concat(pieces).subarray(0, maxAnswerBytes).toString("utf8"),
      });
    response.on("data", (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes <= maxAnswerBytes) return;
      done();
      response.destroy();
    });
    response.on("error", reject);
    response.on("aborted", () => reject(new OutgoingFailure("connection_failed", "The connection ended within the answer")));
    response.on("end", () => {
      if (!response.complete) return reject(new OutgoingFailure("connection_failed", "The connection ended within the answer"));
      done();
    });
  });
}
