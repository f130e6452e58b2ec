extension DiskStore {
    package func record(_ c: [(Counter, Int64)], host: String) throws(StoreError) {}
}
package enum Counter: String, CaseIterable, Sendable { case damagedEntries }
