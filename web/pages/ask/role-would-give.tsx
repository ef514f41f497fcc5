import { Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { seenEntitlementsQuery } from "../../api/roles.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";

const Entitlements = openedLater(
  async () => (await withTexts("roles", import("../roles/entitlement-tree.tsx"))).EntitlementTree,
);

/** Everything that a role would give; nothing if the reader may not see it. */
export function RoleWouldGive({ roleKey }: { readonly roleKey: string }) {
  const say = useText();
  const may = useMay();
  const { data } = useQuery({ ...seenEntitlementsQuery(roleKey), enabled: may("roles_entitlements_get_list") });
  if (data === undefined || data === null) return null;
  return (
    <section aria-labelledby={`gives-${roleKey}`}>
      <Title headingLevel="h4" id={`gives-${roleKey}`}>
        {say("ask.roleGives")}
      </Title>
      <Entitlements rows={data} />
    </section>
  );
}
