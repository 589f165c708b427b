import { PageFrame } from '#kit/web/PageFrame.tsx'

export function NotificationsScreen() {
  return <PageFrame title="Notifications" />
}
