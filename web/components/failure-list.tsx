import { errorWords } from "../messages/error-words.ts";
import { useText } from "../messages/text.ts";

/** What one of several things was refused with. */
export interface Failure {
  readonly key: string;
  /** What it is called. */
  readonly name: string;
  readonly error: unknown;
}

/** What was refused of many things that are done one after another, a line for each: what it means, the API's own words, and the id under which those who run the service find it. */
export function FailureList({ failures }: { readonly failures: readonly Failure[] }) {
  const say = useText();
  return (
    <ul aria-live="polite">
      {failures.map(({ key, name, error }) => {
        const { words, original, code, requestId } = errorWords(error, say);
        return (
          <li key={key}>
            {name}: {words} {original === undefined ? null : <span lang="en">{original} </span>}
            {requestId === undefined ? null : (
              <span className="gatehouse-small">{say("error.reference", { code: code ?? "", requestId })}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
