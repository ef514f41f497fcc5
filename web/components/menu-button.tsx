import { Dropdown, MenuToggle } from "@patternfly/react-core";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";

import { inMain } from "./in-main.ts";

interface MenuButtonProps extends Pick<ComponentProps<typeof MenuToggle>, "variant" | "aria-label"> {
  /** What the button says. */
  readonly words: ReactNode;
  /** Whether the menu stays open when something in it is chosen; what is in it closes it then, where it is to be closed. */
  readonly isKept?: boolean;
  /** What is in the menu. */
  children(close: () => void): ReactNode;
}

/** A button with a menu, which takes the focus when it is opened, and gives it back to the button. */
export function MenuButton({ words, isKept = false, children, ...look }: MenuButtonProps) {
  const toggle = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    // What was chosen goes away, and a dialog gives the focus back to what had it before.
    toggle.current?.focus();
  };
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      {...(!isKept && { onSelect: close })}
      shouldFocusFirstItemOnOpen
      popperProps={{ preventOverflow: true, appendTo: inMain, position: "end" }}
      toggle={{
        toggleRef: toggle,
        toggleNode: (
          <MenuToggle ref={toggle} {...look} isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words}
          </MenuToggle>
        ),
      }}
    >
      {children(close)}
    </Dropdown>
  );
}
