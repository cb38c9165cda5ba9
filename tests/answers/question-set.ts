import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Topic } from "../../contract";

const folder = join(import.meta.dir, "set");

export interface AskedOfSet {
  text: string;
  /** The entry that answers it; null if none does. */
  entryId: string | null;
}

/** 100 entries in English, German and French, made for these tests. Entries are named by what stands before ` = `. */
export function topicsOfSet(): Topic[] {
  return ["english", "german", "french"].flatMap((name) => topicsIn(readFileSync(join(folder, `${name}.txt`), "utf8")));
}

/** 200 questions about them, in other words than theirs; 50 have no answer. */
export function questionsOfSet(): AskedOfSet[] {
  return linesOf(readFileSync(join(folder, "questions.txt"), "utf8"))
    .filter((line) => !line.startsWith("#"))
    .map((line) => {
      const [entryId = "", text = ""] = [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()];
      return { text, entryId: entryId === "-" ? null : entryId };
    });
}

function topicsIn(text: string): Topic[] {
  const topics: Topic[] = [];
  for (const line of linesOf(text)) {
    const [, title] = /^# (.*)$/.exec(line) ?? [];
    const [, topicEntryId, question] = /^([\w-]+) = (.*)$/.exec(line) ?? [];
    const topic = topics.at(-1);
    if (title !== undefined)
      topics.push({ topicId: title, title, purpose: null, sortOrder: 0, isDefault: false, ...times, entries: [] });
    else if (topic && topicEntryId !== undefined) {
      const content = { type: "faq", content: question as string };
      topic.entries.push({ topicEntryId, topicId: topic.topicId, sortOrder: topic.entries.length, content, ...times });
    } else {
      const entry = topic?.entries.at(-1);
      if (entry) entry.content.content += `\n${line.trim()}`;
    }
  }
  return topics;
}

const times = { createdAt: "+1763164800000", updatedAt: "+1763164800000" };

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}
