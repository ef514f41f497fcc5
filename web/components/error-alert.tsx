import { errorWords } from "../messages/error-words.ts";
import { useText } from "../messages/text.ts";
import { Notice } from "./notice.tsx";

/** What went wrong, in the words of the API with the way out, and the id under which those who run the service find it. */
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
