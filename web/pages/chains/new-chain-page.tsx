import { PageSection } from "@patternfly/react-core";
import { useState } from "react";
import { useNavigate } from "react-router";

import { chainsPath } from "../../api/auth-chains.ts";
import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { TextField } from "../../components/text-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ChainEditor } from "./chain-editor.tsx";
import { textOf } from "./written-chain.ts";

const template = textOf({
  name: "",
  description: "",
  purpose: "signIn",
  position: 100,
  selectors: [
    {
      expression: "client",
      match: "equal",
      value: "intranet",
    },
  ],
  first: "password",
  steps: {
    password: {
      component: "password",
      configuration: {},
      outcomes: {
        passed: "ALLOW",
        failed: "DENY",
      },
    },
  },
});

/** Page that adds a chain with a name of its own. */
export function NewChainPage() {
  const say = useText();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const { mutate, isPending, error } = useChanging([chainsPath]);
  return (
    <PageSection>
      <EntityHeader name={say("chains.add")} list={{ path: paths.chains, title: "chains.title" }} />
      <ChainEditor
        name={name.trim()}
        initial={template}
        isEnabled
        isPending={isPending}
        error={error}
        save={(edited) =>
          mutate(call("POST authChains", { body: { name: name.trim(), ...edited } }), {
            onSuccess: () => void navigate(paths.chain(name.trim())),
          })
        }
        close={() => void navigate(paths.chains)}
      >
        <TextField
          id="chain-name"
          label={say("chain.name")}
          value={name}
          help={say("chain.nameHelp")}
          fault={faultsIn(error).get("name")}
          isRequired
          change={setName}
        />
      </ChainEditor>
    </PageSection>
  );
}
