/** A value as JSON; keyboard users can scroll it. */
export function JsonShown({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    // Keyboard users must reach a part that scrolls (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="gatehouse-json" tabIndex={0} role="group" aria-label={label}>
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
