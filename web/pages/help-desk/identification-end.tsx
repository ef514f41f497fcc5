import type { Identification } from "../../api/model.ts";
import { Notice } from "../../components/notice.tsx";
import { codeWords } from "../../messages/error-words.ts";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

/** Result of an identification; nothing while questions are open. */
export function IdentificationEnd({
  standing: { state, identifiedAt, refusal },
}: {
  readonly standing: Identification;
}) {
  const say = useText();
  if (state === "asked") return null;
  if (state === "identified") {
    return (
      <div role="status">
        <Notice kind="success" title={say("identify.identified")}>
          {identifiedAt === null ? null : <Moment at={identifiedAt} />}
        </Notice>
      </div>
    );
  }
  return (
    <Notice kind="danger" title={say("identify.failed")} isAlert>
      {refusal === null ? null : codeWords(refusal)}
    </Notice>
  );
}
