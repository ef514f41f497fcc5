import { Label } from "@patternfly/react-core";

import { useText } from "../../messages/text.ts";

/** Label of a request that was sent back: the requester has to edit it before anyone decides. */
export function SentBackLabel() {
  const say = useText();
  return <Label status="warning">{say("comment.sentBack")}</Label>;
}
