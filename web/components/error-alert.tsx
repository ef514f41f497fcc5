import { errorWords } from "../messages/error-words.ts";
import { useText } from "../messages/text.ts";
import { Notice } from "./notice.tsx";

/** Alert about an error: the text of the API with the way out, and the request ID by which operators find the call. */
export function ErrorAlert({ error, title }: { readonly error: unknown; readonly title?: string }) {
  const say = useText();
  const { words, original, code, requestId } = errorWords(error, say);
  return (
    <Notice kind="danger" title={title ?? words} isAlert>
      {title === undefined ? null : <p>{words}</p>}
      {original === undefined ? null : <p lang="en">{original}</p>}
      {requestId === undefined ? null : (
        <p className="gatehouse-small">{say("error.reference", { code: code ?? "", requestId })}</p>
      )}
    </Notice>
  );
}
