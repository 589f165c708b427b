import { AppShell } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { ConnectionBanner } from '#kit/web/ConnectionBanner.tsx'
import { useTitle } from '#kit/web/use-title.ts'
import classes from './Frame.module.css'
import { NotFound } from './pages.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { SideMenu } from './SideMenu.tsx'
import { texts } from './texts.ts'
import { TopBar } from './TopBar.tsx'
import { useFindingEvents } from './use-finding-events.ts'
import { useRequestEvents } from './use-request-events.ts'
import { useSettingEvents } from './use-setting-events.ts'
import { useSettings } from '#kit/web/settings.ts'
import { useScreen } from './use-screen.ts'

/** Top bar, side menu and footer around every screen of a signed-in person. */
export function Frame() {
  const { user } = useSession()
  const screen = useScreen()
  const { productName } = useSettings()
  const [isMenuOpen, { close, toggle }] = useDisclosure(false)
  const [year] = useState(() => new Date().getFullYear())
  const main = useRef<HTMLElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const closeByHand = useCallback(() => {
    close()
    // The button that was pressed is hidden with the menu.
    menuButton.current?.focus()
  }, [close])
  const path = screen?.path
  useFindingEvents()
  useRequestEvents()
  useSettingEvents()
  useTitle(screen?.title ?? texts.notFound.title)
  const isFirst = useRef(true)
  useEffect(() => {
    close()
    // Focus moves to a new screen, so that screen readers announce it; the first one keeps the browser's own focus.
    if (!isFirst.current) main.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [path, close])

  if (!user && !screen) return <NotFound />
  if (!user) return <Outlet />
  return (
    <>
      <a className={classes['skip']} href="#content">
        {texts.skip}
      </a>
      <AppShell
        layout="alt"
        header={{ height: 52 }}
        navbar={{ width: 240, breakpoint: 'md', collapsed: { mobile: !isMenuOpen } }}
        transitionDuration={0}
      >
        <AppShell.Header className={classes['bar']!}>
          <TopBar menuButton={menuButton} isMenuOpen={isMenuOpen} toggleMenu={toggle} />
        </AppShell.Header>
        <AppShell.Navbar className={classes['side']!} data-open={isMenuOpen || undefined}>
          <SideMenu close={closeByHand} />
        </AppShell.Navbar>
        <AppShell.Main id="content" ref={main} tabIndex={-1} className={classes['main']!}>
          <ConnectionBanner />
          <div className={classes['content']}>
            <Outlet />
          </div>
          <footer className={classes['foot']}>{texts.copyright(year, productName)}</footer>
        </AppShell.Main>
      </AppShell>
      <Shortcuts />
    </>
  )
}
