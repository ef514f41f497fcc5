import { Label } from "@patternfly/react-core";

import { useText } from "../../messages/text.ts";

/** Says of a request that whoever asked is to change it, before anybody decides. */
export function SentBackLabel() {
  const say = useText();
  return <Label status="warning">{say("comment.sentBack")}</Label>;
}
