import { Button, Label, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";

import { chainsPath } from "../../api/auth-chains.ts";
import type { AuthChain } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { withTexts } from "../../messages/language.ts";
import { MarkedWords, type TellOwn, useOwnWords } from "../../messages/own-words.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { chainDescription, inForceWords } from "./chain-words.ts";

const ChainTrialDialog = openedLater(
  async () => (await withTexts("chain-trial", import("./chain-trial-dialog.tsx"))).ChainTrialDialog,
);

/** Page of the authentication chains: for sign-in, for a forgotten password, and for identification at the help desk. */
export function ChainsPage() {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const own = useOwnWords();
  const [isTrying, setTrying] = useState(false);
  const source = useMemo(() => sourceOf(say, own), [say, own]);
  return (
    <PageSection>
      <PageTitle name={say("chains.title")} />
      <p>{say("chains.explained")}</p>
      <ResourceTable
        source={source}
        add={
          may("authchains_post_create") ? (
            <Button onClick={() => void navigate(paths.newChain)}>{say("chains.add")}</Button>
          ) : null
        }
        actions={
          may("authchains_post_try") ? (
            <Button variant="secondary" onClick={() => setTrying(true)}>
              {say("chains.try")}
            </Button>
          ) : null
        }
      />
      {isTrying ? <ChainTrialDialog close={() => setTrying(false)} /> : null}
    </PageSection>
  );
}

function sourceOf(say: Say, own: TellOwn): TableSource<AuthChain> {
  const purposeOf = ({ inForce, stored }: AuthChain) => {
    const chain = inForce ?? stored;
    return chain === null ? "" : say(`chain.purpose.${chain.purpose}`);
  };
  return {
    name: "chains",
    title: "chains.title",
    path: chainsPath,
    empty: "chains.empty",
    keyProperty: "name",
    usualOrder: "name",
    keyOf: ({ name }) => name,
    columns: [
      {
        name: "name",
        title: "chain.name",
        sortBy: "name",
        cell: ({ name }) => <Link to={paths.chain(name)}>{name}</Link>,
        text: ({ name }) => name,
      },
      {
        name: "purpose",
        title: "chain.purpose",
        cell: purposeOf,
        text: purposeOf,
      },
      {
        name: "position",
        title: "chain.position",
        cell: ({ inForce }) => inForce?.position,
        text: ({ inForce }) => String(inForce?.position ?? ""),
      },
      {
        name: "description",
        title: "chain.description",
        cell: (chain) => <MarkedWords {...chainDescription(chain, own)} />,
        text: (chain) => chainDescription(chain, own).words,
      },
      {
        name: "inForce",
        title: "chain.inForce",
        cell: (chain) => (
          <>
            {inForceWords(chain, say)}{" "}
            {chain.fault === null ? null : (
              <Label isCompact status="danger">
                {say("chain.notTaken")}
              </Label>
            )}
          </>
        ),
        text: (chain) => inForceWords(chain, say),
      },
    ],
  };
}
