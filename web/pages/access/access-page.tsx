import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import type { Account } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { AccessCards } from "./access-cards.tsx";
import { accountSource } from "./account-table.tsx";
import { OwnedRoles } from "./owned-roles.tsx";
import { canUse, type PasswordAction } from "./password-actions.ts";

type OpenDialog = { readonly way: PasswordAction; readonly accounts: readonly Account[] } | { readonly way: "claim" };

const NewPasswordsCard = openedLater(async () => (await import("./new-passwords-card.tsx")).NewPasswordsCard);
const ClaimDialog = openedLater(async () => (await import("./claim-dialog.tsx")).ClaimDialog);
const PasswordDialog = openedLater(
  async () => (await withTexts("password-rules", import("./password-dialog.tsx"))).PasswordDialog,
);

/** Page of the user's accounts with their passwords, groups and roles; users can also claim an account that is theirs. */
export function AccessPage() {
  const say = useText();
  const { user } = useSession();
  const may = useMay();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Account>>(new Map());
  const [dialog, setDialog] = useState<OpenDialog>();
  const source = useMemo(
    () => accountSource(user.key, (way, account) => setDialog({ way, accounts: [account] }), say),
    [user.key, say],
  );
  const accounts = [...chosen.values()].filter((account) => canUse(account, "reset"));
  const close = () => setDialog(undefined);
  const resets = may("users_post_resetpasswords");
  return (
    <PageSection>
      <PageTitle name={say("access.title")} />
      {may("passworddeliveries_get_list") ? <NewPasswordsCard userKey={user.key} /> : null}
      <ResourceTable
        source={source}
        {...(resets && { chosen: { rows: chosen, change: setChosen } })}
        actions={
          <>
            {resets ? (
              <Button
                variant="secondary"
                isDisabled={accounts.length === 0}
                onClick={() => setDialog({ way: "reset", accounts })}
              >
                {say("password.resetChosen", { count: accounts.length })}
              </Button>
            ) : null}
            {!may("users_post_claimaccount") ? null : (
              <Button variant="secondary" onClick={() => setDialog({ way: "claim" })}>
                {say("claim.title")}
              </Button>
            )}
          </>
        }
        whereEmpty={<Link to={paths.ask}>{say("ask.title")}</Link>}
      />
      <div className="gatehouse-columns gatehouse-below">
        <AccessCards userKey={user.key} />
        <OwnedRoles />
      </div>
      {dialog === undefined ? null : dialog.way === "claim" ? (
        <ClaimDialog close={close} />
      ) : (
        <PasswordDialog way={dialog.way} accounts={dialog.accounts} close={close} />
      )}
    </PageSection>
  );
}
