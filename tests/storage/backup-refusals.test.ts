import { beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { checkBackup, readBackup } from "../../cli/backup/read";
import { writeBackup } from "../../cli/backup/write";
import { readContent, replaceContent, type StoredRow, type StoredRows } from "../../server/storage/backup";
import { migrations } from "../../server/storage/migrations";
import { sql, statement } from "../../server/storage/sql";
import { onBothEngines } from "../support/database/engines";
import {
  allRows,
  fill,
  firstDifference,
  linesOf,
  onEmptyDatabase,
  restoreBackup,
  takeBackup,
  useBackupFolder,
} from "../support/features/backups";
import { useService } from "../support/service/service";

const folder = useBackupFolder();

onBothEngines("a restore", (engine) => {
  const service = useService(engine);
  const fileFor = (name: string) => join(folder, `${engine}-${name}`);
  beforeAll(() => fill(service().api));

  test("a damaged file is refused and nothing changes", async () => {
    const file = fileFor("sound");
    await takeBackup(service().db, file);
    const damages = damagesOf(readFileSync(file), linesOf(file));
    await onEmptyDatabase(engine, async (db) => {
      await restoreBackup(db, file);
      const before = await allRows(readContent(db));
      const broken = fileFor("broken");
      for (const [name, bytes] of Object.entries(damages)) {
        writeFileSync(broken, bytes);
        const refused = await restoreBackup(db, broken, true).then(
          () => `${name} was restored`,
          (error: Error) => error.name,
        );
        expect(`${name}: ${refused}`).toBe(`${name}: Failure`);
      }
      expect(firstDifference(await allRows(readContent(db)), before)).toBeUndefined();
    });
  });

  test("a restore that fails half-way changes nothing", async () => {
    const file = fileFor("sound-form");
    await takeBackup(service().db, file);
    const lines = linesOf(file);
    const persons = lines.filter((line) => line.startsWith(`{"table":"persons"`));
    await onEmptyDatabase(engine, async (db) => {
      await restoreBackup(db, file);
      const before = await allRows(readContent(db));
      for (const extra of [persons[0] as string, `{"table":"unicorns","values":{"tenant_id":"x"}}`]) {
        writeFileSync(file, sealed([...lines.slice(0, -1), extra]));
        await checkBackup(file);
        await expect(restoreBackup(db, file, true)).rejects.toThrow();
        expect(firstDifference(await allRows(readContent(db)), before)).toBeUndefined();
      }
    });
  });

  test("a backup of an older Foyer is migrated, one of a newer Foyer is refused", async () => {
    const file = fileFor("older");
    await takeBackup(service().db, file);
    const { header } = await checkBackup(file);
    const later = [
      ...migrations,
      () => ["ALTER TABLE persons ADD COLUMN greeting TEXT", "UPDATE persons SET greeting = 'Hello ' || name"],
    ];
    await onEmptyDatabase(engine, async (db) => {
      await db.transaction(async (tx) => {
        await tx.run(statement("ALTER TABLE persons ADD COLUMN greeting TEXT"));
        await tx.run(sql`INSERT INTO migrations (version) VALUES (${later.length})`);
      });
      await replaceContent(db, { migration: header.migration, content: () => readBackup(file), overwrite: false, steps: later });
      const persons = await db.all<{ name: string; greeting: string }>(sql`SELECT name, greeting FROM persons`);
      expect(persons.length).toBeGreaterThan(0);
      expect(persons.filter(({ name, greeting }) => greeting !== `Hello ${name}`)).toEqual([]);
    });
    await onEmptyDatabase(engine, async (db) => {
      const newer = { ...header, migration: migrations.length + 1 };
      writeFileSync(file, sealed([JSON.stringify(newer), ...linesOf(file).slice(1, -1)]));
      await expect(restoreBackup(db, file)).rejects.toThrow("The backup is from a newer Foyer. Nothing was changed.");
      expect(await allRows(readContent(db))).toEqual([]);
    });
  });
});

describe("a backup file", () => {
  test("that is far longer than it claims does not fill the memory", async () => {
    const bomb = join(folder, "bomb");
    const blanks = gzipSync(Buffer.alloc(16 * 1_048_576, 32));
    writeFileSync(bomb, Buffer.concat(Array<Buffer>(64).fill(blanks)));
    await expect(checkBackup(bomb)).rejects.toThrow("a line has no end");
  });

  test("is not there when what was written can't be read back, and what was there stays", async () => {
    const file = join(folder, "spoiled");
    const spoils: Record<string, (partial: string) => void> = {
      "it can't be unpacked": (partial) => writeAt(partial, 0, "not gzip"),
      "its end is missing": (partial) => writeFileSync(partial, gzipSync(`${firstLine}\n`)),
    };
    for (const [how, spoil] of Object.entries(spoils)) {
      for (const before of [undefined, "what was there"]) {
        rmSync(file, { force: true });
        if (before !== undefined) writeFileSync(file, before);
        const writing = writeBackup(file, { overwrite: true }, async (save) => {
          await save({ migration: 1, createdAt: "+1", content: someRows() });
          spoil(partialsOf(file)[0] as string);
        });
        await expect(writing).rejects.toThrow(`The backup can't be read back: ${how}. ${file} was not written.`);
        expect(existsSync(file) ? readFileSync(file, "utf8") : undefined).toBe(before);
        expect(partialsOf(file)).toEqual([]);
      }
    }
  });

  test("is written after those that were killed have left the folder, and not while they may still be written", async () => {
    const own = mkdtempSync(join(folder, "leftovers-"));
    const names = ["monday.1.foyer.partial", "tuesday.2.foyer.partial", "of somebody else.partial"];
    for (const name of names) writeFileSync(join(own, name), "");
    const [old, recent] = [new Date(Date.now() - 25 * 3_600_000), new Date(Date.now() - 23 * 3_600_000)];
    for (const name of names) utimesSync(join(own, name), old, name.startsWith("tuesday") ? recent : old);
    const save = { migration: 1, createdAt: "+1", content: someRows() };
    await writeBackup(join(own, "wednesday"), { overwrite: false }, (write) => write(save));
    expect(readdirSync(own).sort()).toEqual(["of somebody else.partial", "tuesday.2.foyer.partial", "wednesday"]);
  });

  test("is not there when it would hold what no restore takes", async () => {
    const file = join(folder, "unreadable");
    const content = someRows([{ tenant_id: true } as never]);
    const writing = writeBackup(file, { overwrite: false }, (save) => save({ migration: 1, createdAt: "+1", content }));
    await expect(writing).rejects.toThrow("a line has another form");
    expect([existsSync(file), partialsOf(file)]).toEqual([false, []]);
  });
});

const firstLine = JSON.stringify({ format: "foyer-backup", version: 1, migration: 1, createdAt: "+1" });

async function* someRows(rows: StoredRow[] = [{ tenant_id: "one" }]): AsyncGenerator<StoredRows> {
  yield { table: "tenants", rows };
}

function partialsOf(file: string): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(file)}.`));
  return names.map((name) => join(folder, name));
}

function writeAt(file: string, position: number, text: string): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, text, position);
  closeSync(descriptor);
}

/** Header and rows with a trailer that fits them. */
function sealed(lines: string[]): Buffer {
  const text = lines.map((line) => `${line}\n`).join("");
  const rows: Record<string, number> = {};
  for (const { table } of lines.slice(1).map((line) => JSON.parse(line) as { table: string }))
    rows[table] = (rows[table] ?? 0) + 1;
  return gzipSync(`${text}${JSON.stringify({ end: true, rows, sha256: createHash("sha256").update(text).digest("hex") })}\n`);
}

function damagesOf(whole: Buffer, lines: string[]): Record<string, Buffer> {
  const zipped = (changed: string[]) => gzipSync(`${changed.join("\n")}\n`);
  const flipped = (at: number) => Buffer.from(whole.map((byte, index) => (index === at ? byte ^ 0x10 : byte)));
  const cut = [0, 5, 20, Math.floor(whole.length / 2), whole.length - 8, whole.length - 1];
  const flips = [20, 0.25, 0.5, 0.75].map((at) => (at < 1 ? Math.floor(whole.length * at) : at));
  const row = lines.findIndex((line) => line.startsWith(`{"table":"persons"`) && line.includes("+4915112345678"));
  return {
    ...Object.fromEntries(cut.map((length) => [`cut to ${length} of ${whole.length} bytes`, whole.subarray(0, length)])),
    ...Object.fromEntries([...flips, whole.length - 6].map((at) => [`byte ${at} of ${whole.length} flipped`, flipped(at)])),
    "a row missing": zipped(lines.toSpliced(row, 1)),
    "a row twice": zipped(lines.toSpliced(row, 0, lines[row] as string)),
    "a row changed": zipped(lines.with(row, (lines[row] as string).replace("+4915112345678", "+4915112345679"))),
    "no trailer": zipped(lines.slice(0, -1)),
    "a row after the trailer": zipped([...lines, lines[row] as string]),
    "cut off and zipped again": gzipSync(lines.join("\n").slice(0, -10)),
    "not zipped": Buffer.from(lines.join("\n")),
    "something else": gzipSync("{}\n"),
    "a later form": sealed([(lines[0] as string).replace(`"version":1`, `"version":2`), ...lines.slice(1, -1)]),
    "a table no statement may name": sealed([...lines.slice(0, -1), `{"table":"persons; --","values":{"tenant_id":"x"}}`]),
  };
}
