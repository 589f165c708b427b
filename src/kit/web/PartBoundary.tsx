import { Component, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

type Props = { children: ReactNode }
type State = { error: unknown; hasFailed: boolean }

/**
 * Contains a failure while rendering: the part says so and can be shown again, and everything around it stays, also what
 * was typed into forms. React has no hook for this, so it is the one class.
 */
export class PartBoundary extends Component<Props, State> {
  override state: State = { error: undefined, hasFailed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return <ErrorState error={this.state.error} retry={() => this.setState({ error: undefined, hasFailed: false })} />
  }
}
