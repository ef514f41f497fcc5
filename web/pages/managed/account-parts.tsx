import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { dependantsQuery, runsOfAccountQuery } from "../../api/managed.ts";
import type { ManagedAccount } from "../../api/model.ts";
import { PartCard } from "../../components/part-card.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

/** Latest runs and dependents of a managed account, as far as policies allow the reader to see them. */
export function AccountParts({ account: { key } }: { readonly account: ManagedAccount }) {
  const may = useMay();
  return (
    <>
      {may("runs_get_list") ? <Runs accountKey={key} /> : null}
      {may("managedaccountdependants_get_list") ? <Dependants accountKey={key} /> : null}
    </>
  );
}

function Runs({ accountKey }: { readonly accountKey: string }) {
  const say = useText();
  return (
    <PartCard
      title={say("runs.title")}
      rows={useQuery(runsOfAccountQuery(accountKey))}
      empty={say("runs.noneOfAccount")}
    >
      {(runs) => (
        <ul className="gatehouse-plain-list">
          {runs.map(({ key, kind, state, createdAt }) => (
            <li key={key}>
              <Link to={paths.run(key)}>{say(`run.kind.${kind}`)}</Link> {say(`run.state.${state}`)}{" "}
              <Moment at={createdAt} />
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}

function Dependants({ accountKey }: { readonly accountKey: string }) {
  const say = useText();
  return (
    <PartCard
      title={say("dependants.title")}
      rows={useQuery(dependantsQuery(accountKey))}
      empty={say("dependants.none")}
    >
      {(dependants) => (
        <ol>
          {dependants.map(({ key, kind, accountKey: account, plugin, setting, failingSince, message }) => (
            <li key={key}>
              {kind === "account" && account !== null ? (
                <Link to={paths.account(account)}>{say("dependants.account")}</Link>
              ) : (
                say("dependants.plugin", { plugin: plugin ?? "", setting: setting ?? "" })
              )}{" "}
              {failingSince === null ? null : (
                <>
                  {say("dependants.failing")} <Moment at={failingSince} /> {message === null ? null : <q>{message}</q>}
                </>
              )}
            </li>
          ))}
        </ol>
      )}
    </PartCard>
  );
}
