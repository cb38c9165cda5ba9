const atOnce = 4;

/** Repeats a piece of work, some at a time, from the line `begin` on the standard input to the line `end`, and tells how many it did. */
export async function workOnCommand(piece: () => Promise<boolean | undefined>): Promise<void> {
  let [isStopped, isWorking, answered, failed] = [false, false, 0, 0];

  async function work(): Promise<void> {
    while (!isStopped) {
      const isDone = await piece();
      if (isDone === undefined) return;
      if (isDone) answered += 1;
      else failed += 1;
    }
  }

  for await (const line of console) {
    if (line === "begin") {
      isStopped = false;
      isWorking = true;
      void Promise.all(Array.from({ length: atOnce }, work)).then(() => {
        isWorking = false;
        console.log(JSON.stringify({ answered, failed }));
        [answered, failed] = [0, 0];
      });
    } else if (isWorking) isStopped = true;
  }
}
