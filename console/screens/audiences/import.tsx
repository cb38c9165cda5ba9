import { useState } from "react";
import { type ImportState, storedImport, storeImport } from "../../api/import/state";
import { Heading } from "../../parts/heading";
import { useSession } from "../../session/context";
import { ChooseFile } from "./import/choose-file";
import { RunImport } from "./import/run-import";

/** CSV → persons → audiences → addresses. */
export function Screen() {
  const { tenantId } = useSession().self;
  const [state, setState] = useState<ImportState | undefined>(() => storedImport(tenantId));
  const [isKept, setKept] = useState(true);
  const keep = (next: ImportState | undefined) => {
    setKept(storeImport(next));
    setState(next);
  };
  return (
    <>
      <Heading
        title="Import"
        about="A list from your CRM becomes persons and, if you like, audiences of a page, each with an address of their own."
      />
      {state?.tenantId === tenantId ? <RunImport state={state} isKept={isKept} onChange={keep} /> : <ChooseFile onStart={keep} />}
    </>
  );
}
