import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { fontFamily } from './font-family.ts'

/** The one accent: an indigo that no status uses; shade 7 on white and shade 3 on the dark ground pass 4.5:1. */
const accent: MantineColorsTuple = [
  '#eef0fb',
  '#dde1f6',
  '#b9c1ec',
  '#a3aef0',
  '#7d8be0',
  '#5d6cd4',
  '#4a5aca',
  '#3b4cc0',
  '#3341a6',
  '#283385',
]

const ink: MantineColorsTuple = [
  '#d5d8de',
  '#b4b9c3',
  '#9ca2ae',
  '#646b78',
  '#363b45',
  '#2a2e37',
  '#20242b',
  '#191c22',
  '#131519',
  '#0d0f12',
]

/** A dropdown is gone at once when it is closed: while it is in the page, the keys of a list are off (use-key-press.ts). */
const dropdownMotion = { transition: 'fade', duration: 150, exitDuration: 0 } as const

/** Design tokens of the console: 8-px grid (4 within), Inter, 13–14 px, borders rather than shadows. */
export const theme = createTheme({
  fontFamily,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  shadows: {
    xs: '0 1px 2px rgb(16 20 30 / 6%)',
    sm: '0 1px 3px rgb(16 20 30 / 8%)',
    md: '0 4px 16px rgb(16 20 30 / 12%)',
    lg: '0 8px 24px rgb(16 20 30 / 14%)',
    xl: '0 16px 40px rgb(16 20 30 / 18%)',
  },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  defaultRadius: 'md',
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, dark: ink },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    // The chosen option, chosen once more, stays: a list that may be empty has a button that clears it.
    Select: { defaultProps: { size: 'sm', allowDeselect: false } },
    MultiSelect: { defaultProps: { size: 'sm' } },
    // A list of options may hold nothing else: that there are none is read out as one that cannot be chosen.
    ComboboxEmpty: { defaultProps: { role: 'option', 'aria-disabled': true, 'aria-selected': false } },
    InputWrapper: { styles: { label: { marginBottom: 4, fontWeight: 500 } } },
    Modal: {
      defaultProps: {
        // Below the same line, whatever comes into it later: what somebody is about to press stays in its place.
        centered: false,
        yOffset: '8dvh',
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // What is in a dialog can be enlarged as the page can, by two fingers or by Ctrl and the wheel.
    ModalRoot: { defaultProps: { removeScrollProps: { allowPinchZoom: true } } },
    DrawerRoot: { defaultProps: { removeScrollProps: { allowPinchZoom: true } } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: dropdownMotion } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: dropdownMotion } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 400 } },
    // Weekends are ordinary days here, and in a paler colour they would be hard to read.
    DatePicker: { defaultProps: { weekendDays: [] } },
    DatePickerInput: { defaultProps: { weekendDays: [] } },
    Paper: { defaultProps: { withBorder: true, radius: 'lg' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close this message' } } },
  },
})

/** Text colours in three levels and state colours that pass 4.5:1 on both backgrounds (axe-core). */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: { '--row-height': '36px', '--row-height-compact': '28px' },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1a1d24',
    '--mantine-color-dimmed': '#5a6170',
    '--mantine-color-placeholder': '#69707e',
    '--mantine-color-error': '#c0262d',
    '--mantine-color-anchor': '#3341a6',
    '--mantine-color-default-border': '#d5d9e0',
    '--ground': '#f6f7f9',
    '--line': '#e3e6eb',
    '--hover': '#f1f3f6',
    '--chosen': '#eef0fb',
    '--chosen-text': '#283385',
    '--text-faint': '#69707e',
    '--good': '#1b6e23',
    '--bad': '#c0262d',
    '--warn': '#8a5300',
  },
  dark: {
    '--mantine-color-body': '#191c22',
    '--mantine-color-text': '#e4e6eb',
    '--mantine-color-dimmed': '#a6acb8',
    '--mantine-color-placeholder': '#8f96a3',
    '--mantine-color-error': '#ff8a8a',
    '--mantine-color-anchor': '#a3aef0',
    '--mantine-color-default-border': '#363b45',
    '--ground': '#131519',
    '--line': '#2a2e37',
    '--hover': '#22262e',
    '--chosen': '#272d4d',
    '--chosen-text': '#c9d0f7',
    '--text-faint': '#8f96a3',
    '--good': '#7fd48a',
    '--bad': '#ff8a8a',
    '--warn': '#f2bd5c',
  },
})
