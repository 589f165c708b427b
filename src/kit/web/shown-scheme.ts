import { useMantineColorScheme } from '@mantine/core'
import { useMedia } from './media.ts'

/** The theme that is shown: the person's, or the system's where that is chosen. */
export function useShownScheme(): 'light' | 'dark' {
  const { colorScheme } = useMantineColorScheme()
  const system = useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  return colorScheme === 'auto' ? system : colorScheme
}
