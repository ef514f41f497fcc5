import { Banner } from "@patternfly/react-core";

import { connection } from "../base/connection.ts";
import { useStore } from "../base/store.ts";
import { useText } from "../messages/text.ts";

/** Says, for as long as it lasts, that the service does not answer, and that nothing is lost by it. */
export function ConnectionNotice() {
  const say = useText();
  const { isReachable } = useStore(connection);
  return <div role="status">{isReachable ? null : <Banner color="yellow">{say("connection.away")}</Banner>}</div>;
}
