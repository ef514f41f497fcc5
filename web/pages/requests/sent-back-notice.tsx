import type { Request } from "../../api/model.ts";
import { canDo } from "../../api/requests.ts";
import { Notice } from "../../components/notice.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

/** Notice that a request was sent back: the person, the comment, and the next step of the requester; nothing if it was not sent back. */
export function SentBackNotice({ request }: { readonly request: Request }) {
  const say = useText();
  const { sentBackAt, finishedAt, comments = [] } = request;
  if (sentBackAt === null || finishedAt !== null) return null;
  const word = comments.findLast(({ kind }) => kind === "sentBack");
  const mayResubmit = canDo(request, "resubmit");
  return (
    <Notice kind="warning" title={say(mayResubmit ? "request.sentBackToYou" : "request.sentBack")}>
      {word === undefined ? null : (
        <p>
          <PersonName person={word.person} /> <Moment at={word.writtenAt} />: <q>{word.text}</q>
        </p>
      )}
      {mayResubmit ? <p>{say("request.sentBackNext")}</p> : null}
    </Notice>
  );
}
