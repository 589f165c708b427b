import { createSpotlight, Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { IconSearch, IconTag } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useHasPlatform, useSession } from '#features/sessions/web/session-context.tsx'
import { allScreens } from './all-screens.ts'
import { iconOf } from './menu-icons.ts'
import { menuNames, menuOf } from './menus.ts'
import { texts } from './texts.ts'
import { useChooseScope } from './use-choose-scope.ts'

const [store, palette] = createSpotlight()

/** Every screen the role may open, and for a Client every brand. It opens whenever `openCount` changes. */
export function Palette({ openCount }: { openCount: number }) {
  const { role, brands } = useSession()
  const { chooseBrand } = useChooseScope()
  const hasPlatform = useHasPlatform()
  const navigate = useNavigate()
  useEffect(() => palette.open(), [openCount])

  const actions = useMemo<SpotlightActionGroupData[]>(() => {
    if (!role) return []
    const inMenu = menuOf[role]
    const reachable = allScreens
      .filter(({ access, needs }) => access !== 'anybody' && access.includes(role) && (!needs || hasPlatform(needs)))
      .filter(({ path }) => inMenu.includes(path) || path === '/mynotifications' || path === '/data-update-log')
      .toSorted((a, b) => menuPosition(inMenu, a.path) - menuPosition(inMenu, b.path))
    const screens = reachable.map(({ path, title }): SpotlightActionData => {
      const Icon = iconOf(path)
      return {
        id: path,
        label: menuNames[path] ?? title,
        leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
        onClick: () => void navigate({ to: path }),
      }
    })
    const choices = [{ id: null, brandName: 'All' }, ...brands].map(
      ({ id, brandName }): SpotlightActionData => ({
        id: `brand ${id ?? 'all'}`,
        label: brandName,
        keywords: ['brand'],
        leftSection: <IconTag size={18} stroke={1.6} aria-hidden />,
        onClick: () => chooseBrand(id),
      }),
    )
    const groups = [{ group: 'Screens', actions: screens }]
    return role === 'Client' ? [...groups, { group: 'Brands', actions: choices }] : groups
  }, [role, brands, hasPlatform, navigate, chooseBrand])

  return (
    <Spotlight
      store={store}
      actions={actions}
      shortcut={null}
      attributes={{ content: { 'aria-label': texts.searchScreens } }}
      nothingFound="Nothing found"
      highlightQuery
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} aria-hidden />,
        placeholder: texts.searchScreens,
        'aria-label': texts.searchScreens,
      }}
    />
  )
}

function menuPosition(paths: readonly string[], path: string): number {
  const index = paths.indexOf(path)
  return index < 0 ? paths.length : index
}
