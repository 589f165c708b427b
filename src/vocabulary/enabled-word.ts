/** The display text of what can be switched off: a brand, a configuration, a list. */
export const enabledWord = (enabled: boolean): string => (enabled ? 'Enabled' : 'Disabled')
