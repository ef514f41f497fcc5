import { Title } from "@patternfly/react-core";
import { type ReactNode, useEffect, useRef } from "react";

import { say } from "../messages/text.ts";

/** The heading of a page. It also names the document and takes the focus, so that a screen reader announces the page. */
export function PageTitle({ children, name }: { readonly children?: ReactNode; readonly name: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${name} · ${say("product.name")}`;
    heading.current?.focus({ preventScroll: true });
  }, [name]);
  return (
    <Title headingLevel="h1" ref={heading} tabIndex={-1}>
      {children ?? name}
    </Title>
  );
}
