import { Button, InputGroup, InputGroupItem, TextInput } from "@patternfly/react-core";
import { useState } from "react";

import { useText } from "../messages/text.ts";

/** A secret that is shown once, with a copy button. It disappears with the component that shows it. */
export function SecretShownOnce({ secret, label }: { readonly secret: string; readonly label: string }) {
  const say = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // A browser may forbid it; the text can still be selected and copied by hand.
    await navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <InputGroup>
      <InputGroupItem isFill>
        <TextInput
          readOnlyVariant="default"
          aria-label={label}
          value={secret}
          onFocus={({ target }) => target.select()}
        />
      </InputGroupItem>
      <InputGroupItem>
        <Button variant="control" onClick={() => void copy()}>
          <span role="status">{say(isCopied ? "secret.copied" : "secret.copy")}</span>
        </Button>
      </InputGroupItem>
    </InputGroup>
  );
}
