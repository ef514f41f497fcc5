import { Banner } from "@patternfly/react-core";

import { connection } from "../base/connection.ts";
import { useStore } from "../base/store.ts";
import { useText } from "../messages/text.ts";

/** Notice while the service does not answer; it tells that nothing is lost. */
export function ConnectionNotice() {
  const say = useText();
  const { isReachable } = useStore(connection);
  return <div role="status">{isReachable ? null : <Banner color="yellow">{say("connection.away")}</Banner>}</div>;
}
