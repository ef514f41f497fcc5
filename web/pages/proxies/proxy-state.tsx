import { Label } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { proxyStatusQuery } from "../../api/proxies.ts";
import { useText } from "../../messages/text.ts";

const looks = {
  online: { status: "success" },
  cutOff: { status: "danger" },
  away: { status: "danger" },
  invited: { status: "info" },
  revoked: {},
} as const;

/** State of a proxy as a label, updated as it changes. */
export function ProxyState({ id }: { readonly id: string }) {
  const say = useText();
  const { data, error } = useQuery(proxyStatusQuery(id));
  if (error !== null) return <>{say("proxy.state.unknown")}</>;
  if (data === undefined) return null;
  return (
    <Label isCompact {...looks[data.state]}>
      {say(`proxy.state.${data.state}`)}
    </Label>
  );
}
