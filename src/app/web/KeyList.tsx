import { Kbd, Modal, Table, Title } from '@mantine/core'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { keyGroupsFor } from './keys.ts'

/** The list of keyboard shortcuts, opened with ?. */
export function KeyList({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { role } = useSession()
  return (
    <Modal opened={isOpen} onClose={close} title="Keyboard shortcuts" size="md">
      {(role ? keyGroupsFor(role) : []).map(({ name, keys }) => (
        <section key={name}>
          <Title order={3} mt="sm">
            {name}
          </Title>
          <Table verticalSpacing={6} aria-label={name}>
            <Table.Tbody>
              {keys.map(([pressed, does]) => (
                <Table.Tr key={pressed}>
                  <Table.Td>{does}</Table.Td>
                  <Table.Td ta="right">
                    {pressed.split(' ').map((key) => (
                      <Kbd key={key} ml={4}>
                        {key}
                      </Kbd>
                    ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Modal>
  )
}
