import { type ButtonProps, Kbd } from '@mantine/core'

/** The properties of an icon button of an open finding that has a key. */
export const toolProps = ({ label, shortcut }: { label: string; shortcut: string }) =>
  ({
    size: 'compact-xs',
    variant: 'subtle',
    color: 'gray',
    rightSection: (
      <Kbd size="xs" aria-hidden>
        {shortcut.toUpperCase()}
      </Kbd>
    ),
    'aria-label': label,
    title: label,
    'aria-keyshortcuts': shortcut,
  }) satisfies ButtonProps & Record<string, unknown>
