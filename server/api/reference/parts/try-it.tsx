/** @jsxImportSource hono/jsx */
import { type Operation, paramNames } from "../../../../contract";

interface Props {
  operation: Operation;
  example: unknown;
  queries: string[];
}

/** Shown by the script alone, which sends what the form holds with the reader's own key. */
export function TryIt({ operation: { id, method, path, body, upload }, example, queries }: Props) {
  return (
    <details class="try" hidden>
      <summary>Run it</summary>
      <form data-method={method} data-path={path} data-asks-first={asksFirst(method, id)}>
        {paramNames(path).map((name) => (
          <Line name={`path.${name}`} label={name} required />
        ))}
        {queries.map((name) => (
          <Line name={`query.${name}`} label={name} />
        ))}
        {upload ? <Line name={`file.${upload.field}`} label={upload.field} type="file" required /> : ""}
        {body ? (
          <label>
            {upload ? "Other fields" : "Body"}
            <textarea name="body" rows={6} spellcheck={false}>
              {JSON.stringify(withoutFile(example, upload?.field), null, 2)}
            </textarea>
          </label>
        ) : (
          ""
        )}
        <button type="submit">
          <span class={`method ${method}`}>{method}</span> Run
        </button>
        <output />
        <section class="answer" aria-label="Answer" hidden>
          <pre tabindex={0} />
        </section>
      </form>
    </details>
  );
}

function Line({ name, label, type = "text", required = false }: LineProps) {
  return (
    <label>
      {label}
      <input name={name} type={type} required={required} autocomplete="off" spellcheck={false} />
    </label>
  );
}

interface LineProps {
  name: string;
  label: string;
  type?: string;
  required?: boolean;
}

/** Asks before operations that remove something for good. */
function asksFirst(method: string, id: string): string | undefined {
  return method === "DELETE" || /^(rotate|recover)/.test(id) ? "yes" : undefined;
}

function withoutFile(example: unknown, field: string | undefined): unknown {
  if (field === undefined) return example ?? {};
  return Object.fromEntries(Object.entries(example as object).filter(([name]) => name !== field));
}
