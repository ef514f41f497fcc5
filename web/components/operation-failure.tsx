import type { Operation } from "../api/model.ts";
import { codeWords } from "../messages/error-words.ts";
import { useText } from "../messages/text.ts";
import { Notice } from "./notice.tsx";

/** Alert about an operation that failed on a target system: the meaning of its code and the message of the target system. */
export function OperationFailure({ operation, title }: { readonly operation: Operation; readonly title: string }) {
  const say = useText();
  const { error } = operation;
  return (
    <Notice kind="danger" title={title} isAlert>
      {error === null ? null : (
        <>
          <p>{codeWords(error.code)}</p>
          {error.message === null ? null : (
            <p>
              {say("work.targetSays")} <q>{error.message}</q>
            </p>
          )}
          <p className="gatehouse-small">
            {[error.code, error.targetCode ?? ""].filter((code) => code !== "").join(" · ")}
          </p>
        </>
      )}
    </Notice>
  );
}
