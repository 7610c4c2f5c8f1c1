#pragma once
// A line of those who wait, first come first served. The links live in the
// nodes, which live in the coroutine frames of those who wait: joining and
// leaving the line, also from its middle, allocates nothing.

namespace coro {

/// One place in a line.
class wait_node {
public:
    /// `notified` is called, with this node, when its turn has come; the node
    /// is out of the line by then.
    explicit wait_node(void (*notified)(wait_node&) noexcept) noexcept : notified_(notified) {}
    wait_node(const wait_node&) = delete;
    wait_node& operator=(const wait_node&) = delete;

    void notify() noexcept { notified_(*this); }

private:
    friend class wait_list;
    void (*notified_)(wait_node&) noexcept;
    wait_node* previous_;  // set when it joins a line
    wait_node* next_;
};

class wait_list {
public:
    wait_list() noexcept {}
    wait_list(const wait_list&) = delete;
    wait_list& operator=(const wait_list&) = delete;

    [[nodiscard]] bool empty() const noexcept { return last_ == nullptr; }

    void push_back(wait_node& node) noexcept {
        wait_node* const first = last_ != nullptr ? last_->next_ : &node;
        node.previous_ = last_ != nullptr ? last_ : &node;
        node.next_ = first;
        node.previous_->next_ = &node;
        first->previous_ = &node;
        last_ = &node;
    }

    /// The line must not be empty.
    wait_node& pop_front() noexcept {
        wait_node& node = *last_->next_;
        remove(node);
        return node;
    }

    /// The node must be in this line.
    void remove(wait_node& node) noexcept {
        if (node.next_ == &node) {
            last_ = nullptr;
            return;
        }
        node.previous_->next_ = node.next_;
        node.next_->previous_ = node.previous_;
        if (last_ == &node) last_ = node.previous_;
    }

private:
    wait_node* last_ = nullptr;  // the line is a circle: behind the last comes the first
};

}  // namespace coro
