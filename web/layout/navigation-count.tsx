import { Badge } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { unreadCountQuery } from "../api/notices.ts";
import { waitingCountQuery } from "../api/requests.ts";
import { useText } from "../messages/text.ts";
import type { CountName } from "./navigation.ts";

interface NavigationCountProps {
  readonly of: CountName;
  readonly userKey: string;
}

/** Count beside an entry of the navigation; nothing if it is zero or unknown. */
export function NavigationCount({ of, userKey }: NavigationCountProps) {
  const say = useText();
  const { data = 0 } = useQuery(of === "waiting" ? waitingCountQuery : unreadCountQuery(userKey));
  return data === 0 ? null : <Badge screenReaderText={say(`navigation.count.${of}`)}>{data}</Badge>;
}
