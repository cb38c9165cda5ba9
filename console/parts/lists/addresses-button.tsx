import { Button, type ButtonProps } from "@mantine/core";
import { useState } from "react";
import type { AudienceLink } from "../../../contract";
import { withoutApostrophes } from "../../../contract/csv";
import { downloadCsv } from "../../api/csv";
import { useCsv } from "../../api/operations";
import { failed } from "../notices/notices";

/** In a CSV, what is not there is empty. */
type CsvLink = Record<keyof AudienceLink, string>;

interface Props extends ButtonProps {
  pageId: string;
  label: string;
  /** Of the file. */
  name: string;
  /** What the file has of the page's addresses. */
  rowsOf?(links: CsvLink[]): Record<string, string>[];
}

/** The addresses of a page's audiences, for a mail merge. */
export function AddressesButton({ pageId, label, name, rowsOf = (links) => links, ...looks }: Props) {
  const readCsv = useCsv();
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      const text = await readCsv("listAudienceLinks", { params: { page_id: pageId } });
      downloadCsv(name, rowsOf(await linksIn(text)));
    } catch (error) {
      failed(error);
    }
    setBusy(false);
  }
  return (
    <Button loading={isBusy} onClick={download} {...looks}>
      {label}
    </Button>
  );
}

/** The parser is not there before it is needed. */
async function linksIn(text: string): Promise<CsvLink[]> {
  const { default: Papa } = await import("papaparse");
  const options = { header: true, delimiter: ",", skipEmptyLines: true, transform: withoutApostrophes } as const;
  return Papa.parse<CsvLink>(text, options).data;
}
