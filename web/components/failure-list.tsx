import { errorWords } from "../messages/error-words.ts";
import { useText } from "../messages/text.ts";

/** Error of one of several changes. */
export interface Failure {
  readonly key: string;
  /** Name of the object. */
  readonly name: string;
  readonly error: unknown;
}

/**
 * List of the failed ones of many changes, a line for each: the meaning, the text of the API, and the request ID by which operators find
 * the call.
 */
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
