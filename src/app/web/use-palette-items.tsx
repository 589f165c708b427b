import { Kbd, useMantineColorScheme } from '@mantine/core'
import {
  IconBell,
  IconBolt,
  IconDeviceDesktop,
  IconHistory,
  IconLogin,
  IconMail,
  IconMoon,
  IconShieldLock,
  IconSun,
  IconTag,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useHasPlatform, useSession } from '#features/sessions/web/session-context.tsx'
import { offeredActions } from '#kit/web/palette-actions.ts'
import { useSettings } from '#kit/web/settings.ts'
import { iconOf } from './menu-icons.ts'
import { menuNames } from './menus.ts'
import { paletteScreens, wordsOf } from './palette-screens.ts'
import { texts } from './texts.ts'
import { useChooseScope } from './use-choose-scope.ts'

/** One entry of the palette. */
export type PaletteItem = {
  id: string
  label: string
  description?: string
  keywords?: readonly string[]
  icon: ReactNode
  aside?: ReactNode
  run: () => void
}
export type PaletteGroup = { name: string; items: readonly PaletteItem[] }

const iconSize = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** What the palette offers without a request: actions of the open screen, screens, themes, and a Client's brands. */
export function usePaletteItems(openCount: number): readonly PaletteGroup[] {
  const { brands, role } = useSession()
  const { chooseBrand } = useChooseScope()
  const screens = useScreens()
  const themes = useThemes()
  return useMemo(() => {
    const actions = offeredActions().map(
      ({ id, label, shortcut, keywords = [], run }): PaletteItem => ({
        id: `action ${id}`,
        label,
        keywords,
        icon: <IconBolt {...iconSize} />,
        aside: shortcut ? <Kbd size="xs">{shortcut.toUpperCase()}</Kbd> : undefined,
        run,
      }),
    )
    const choices = [{ id: null, brandName: 'All' }, ...brands].map(
      ({ id, brandName }): PaletteItem => ({
        id: `brand ${id ?? 'all'}`,
        label: brandName,
        keywords: ['brand'],
        icon: <IconTag {...iconSize} />,
        run: () => chooseBrand(id),
      }),
    )
    return [
      { name: texts.palette.onThisScreen, items: actions },
      { name: texts.palette.screens, items: screens },
      ...(role === 'Client' ? [{ name: texts.palette.brands, items: choices }] : []),
      { name: texts.palette.appearance, items: themes },
    ]
    // The actions of the open screen are read when the palette opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [openCount, role, brands, screens, themes, chooseBrand])
}

/** Icons of screens that are not in the side menu. */
const icons: Readonly<Record<string, ReturnType<typeof iconOf>>> = {
  '/activity-settings': IconBell,
  '/data-update-log': IconHistory,
  '/email-reports': IconMail,
  '/mailbox': IconMail,
  '/mynotifications': IconBell,
  '/security': IconShieldLock,
  '/sign-in-security': IconLogin,
}

function useScreens(): readonly PaletteItem[] {
  const { role } = useSession()
  const hasPlatform = useHasPlatform()
  const { demoPassword } = useSettings()
  const isDemo = Boolean(demoPassword)
  const navigate = useNavigate()
  return useMemo(() => {
    if (!role) return []
    return paletteScreens(role, isDemo)
      .filter(({ needs }) => !needs || hasPlatform(needs))
      .map(({ path, title }): PaletteItem => {
        const Icon = icons[path] ?? iconOf(path)
        return {
          id: path,
          label: menuNames[path] ?? title,
          keywords: wordsOf(path),
          icon: <Icon {...iconSize} />,
          run: () => void navigate({ to: path }),
        }
      })
  }, [role, isDemo, hasPlatform, navigate])
}

function useThemes(): readonly PaletteItem[] {
  const { setColorScheme } = useMantineColorScheme()
  return useMemo(() => {
    const theme = (value: 'light' | 'dark' | 'auto', label: string, icon: ReactNode): PaletteItem => ({
      id: `theme ${value}`,
      label,
      keywords: ['theme', 'mode', 'appearance'],
      icon,
      run: () => setColorScheme(value),
    })
    return [
      theme('light', texts.palette.light, <IconSun {...iconSize} />),
      theme('dark', texts.palette.dark, <IconMoon {...iconSize} />),
      theme('auto', texts.palette.system, <IconDeviceDesktop {...iconSize} />),
    ]
  }, [setColorScheme])
}
