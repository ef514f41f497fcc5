import { Link } from "react-router";

import { codeWords } from "../../messages/error-words.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { Through } from "./use-through-batch.ts";

/** Result of going through a batch: how many requests were changed, and which were left as they are, with the reasons. */
export function ThroughResult({ through }: { readonly through: Through | undefined }) {
  const say = useText();
  return (
    <div role="status">
      {through === undefined ? null : (
        <>
          <p>{say("batch.done", { done: through.done, skipped: through.skipped.length })}</p>
          <ul>
            {through.skipped.map(({ requestKey, code, message }) => (
              <li key={requestKey}>
                <Link to={paths.request(requestKey)}>{codeWords(code)}</Link> <span lang="en">{message}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
